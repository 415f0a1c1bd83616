// Lists of 20 records in the shape of GitLab's REST API (v4), with made-up data: node gitlab.mjs
//
// Each tool answers with compact JSON as text, so that no whitespace counts as saved.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const HOST = "https://gitlab.example";
const PATH = "acme/shop";
const PROJECT = `${HOST}/${PATH}`;
const API = `${HOST}/api/v4/projects/31`;
const COUNT = 20;

const pick = (list, i) => list[i % list.length];

/** Hexadecimal digits that look random, and are the same in each run. */
const sha = (seed) => {
  let state = (seed + 1) * 2654435761;
  const digit = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return ((state >>> 16) & 15).toString(16);
  };
  return Array.from({ length: 40 }, digit).join("");
};

/** A time in March 2026, and `minutes` later. */
const time = (i, minutes = 0) =>
  new Date(Date.UTC(2026, 2, 2 + i, 8 + (i % 9), (i * 17) % 60, (i * 29) % 60, (i * 137) % 1000) + minutes * 60_000).toISOString();

const user = (id, username, name) => ({
  id,
  username,
  public_email: "",
  name,
  state: "active",
  locked: false,
  avatar_url: `${HOST}/uploads/-/system/user/avatar/${id}/avatar.png`,
  web_url: `${HOST}/${username}`,
});
const users = [
  user(4, "ada", "Ada Okafor"),
  user(7, "joris", "Joris de Wit"),
  user(9, "mara", "Mara Lindqvist"),
  user(12, "yuki", "Yuki Tanaka"),
  user(15, "noor", "Noor Haddad"),
];

const milestone = (iid, title, due) => ({
  id: 60 + iid,
  iid,
  project_id: 31,
  title,
  description: `What ${title} needs`,
  state: iid === 1 ? "closed" : "active",
  created_at: time(0),
  updated_at: time(iid * 3),
  due_date: due,
  start_date: "2026-03-01",
  expired: iid === 1,
  web_url: `${PROJECT}/-/milestones/${iid}`,
});
const milestones = [milestone(1, "2.3", "2026-03-20"), milestone(2, "2.4", "2026-04-17"), null];

const TOPICS = [
  "the basket forgets a voucher",
  "prices are rounded twice",
  "a search for an empty text fails",
  "the invoice names the wrong country",
  "stock is counted per warehouse",
  "payments by direct debit",
  "an order can be split",
];
const LABELS = [["bug", "checkout"], ["bug"], ["feature", "backend"], [], ["documentation"]];

const timeStats = (i) => ({
  time_estimate: (i % 4) * 3600,
  total_time_spent: (i % 3) * 1800,
  human_time_estimate: i % 4 === 0 ? null : `${i % 4}h`,
  human_total_time_spent: i % 3 === 0 ? null : pick(["30m", "1h"], (i % 3) - 1),
});
const tasks = (i) => ({ count: i % 3, completed_count: i % 3 === 2 ? 1 : 0 });
const references = (sign, iid) => ({ short: `${sign}${iid}`, relative: `${sign}${iid}`, full: `${PATH}${sign}${iid}` });

const issue = (i) => {
  const iid = 140 - i;
  const isClosed = i % 4 === 3;
  const assignee = i % 5 === 2 ? null : pick(users, i + 2);
  return {
    id: 9000 + iid,
    iid,
    project_id: 31,
    title: `${pick(TOPICS, i)} (${iid})`,
    description: `Since release 2.${i % 4}, ${pick(TOPICS, i)}. See the log of ${time(i).slice(0, 10)}.`,
    state: isClosed ? "closed" : "opened",
    created_at: time(i),
    updated_at: time(i, 300),
    closed_at: isClosed ? time(i, 300) : null,
    closed_by: isClosed ? pick(users, i) : null,
    labels: pick(LABELS, i),
    milestone: pick(milestones, i),
    assignees: assignee ? [assignee] : [],
    author: pick(users, i * 3),
    type: "ISSUE",
    assignee,
    user_notes_count: (i * 7) % 11,
    merge_requests_count: (i * 5) % 4,
    upvotes: i % 5,
    downvotes: 0,
    due_date: i % 6 === 0 ? "2026-04-10" : null,
    confidential: i === 13,
    discussion_locked: null,
    issue_type: "issue",
    web_url: `${PROJECT}/-/issues/${iid}`,
    time_stats: timeStats(i),
    task_completion_status: tasks(i),
    weight: null,
    blocking_issues_count: 0,
    has_tasks: i % 3 > 0,
    task_status: `${tasks(i).completed_count} of ${tasks(i).count} checklist items completed`,
    _links: {
      self: `${API}/issues/${iid}`,
      notes: `${API}/issues/${iid}/notes`,
      award_emoji: `${API}/issues/${iid}/award_emoji`,
      project: API,
      closed_as_duplicate_of: null,
    },
    references: references("#", iid),
    severity: "UNKNOWN",
    moved_to_id: null,
    imported: false,
    imported_from: "none",
    service_desk_reply_to: null,
  };
};

const mergeRequest = (i) => {
  const iid = 88 - i;
  const isMerged = i % 3 === 1;
  const assignee = pick(users, i);
  return {
    id: 5000 + iid,
    iid,
    project_id: 31,
    title: `Resolve "${pick(TOPICS, i + 3)}"`,
    description: `Closes #${140 - i}`,
    state: isMerged ? "merged" : "opened",
    created_at: time(i, 30),
    updated_at: time(i, 400),
    merged_by: isMerged ? pick(users, i + 1) : null,
    merge_user: isMerged ? pick(users, i + 1) : null,
    merged_at: isMerged ? time(i, 400) : null,
    closed_by: null,
    closed_at: null,
    target_branch: "main",
    source_branch: `${140 - i}-${pick(TOPICS, i + 3).replaceAll(" ", "-")}`,
    user_notes_count: (i * 5) % 9,
    upvotes: i % 2,
    downvotes: 0,
    author: assignee,
    assignees: [assignee],
    assignee,
    reviewers: i % 4 === 0 ? [] : [pick(users, i + 1)],
    source_project_id: 31,
    target_project_id: 31,
    labels: pick(LABELS, i + 1),
    draft: i % 7 === 0,
    imported: false,
    imported_from: "none",
    work_in_progress: i % 7 === 0,
    milestone: pick(milestones, i + 1),
    merge_when_pipeline_succeeds: false,
    merge_status: isMerged ? "can_be_merged" : "unchecked",
    detailed_merge_status: isMerged ? "not_open" : pick(["mergeable", "ci_still_running"], i),
    merge_after: null,
    sha: sha(i),
    merge_commit_sha: isMerged ? sha(i + 100) : null,
    squash_commit_sha: null,
    discussion_locked: null,
    should_remove_source_branch: null,
    force_remove_source_branch: true,
    prepared_at: time(i, 31),
    reference: `!${iid}`,
    references: references("!", iid),
    web_url: `${PROJECT}/-/merge_requests/${iid}`,
    time_stats: timeStats(i),
    squash: false,
    squash_on_merge: false,
    task_completion_status: tasks(i),
    has_conflicts: i === 5,
    blocking_discussions_resolved: i % 4 !== 2,
    approvals_before_merge: null,
  };
};

const STATUSES = ["success", "success", "failed", "running"];

const pipeline = (i) => {
  const id = 7700 - i * 3;
  const status = pick(STATUSES, i);
  const isRunning = status === "running";
  const label = status === "success" ? "passed" : status;
  return {
    id,
    iid: 410 - i,
    project_id: 31,
    name: null,
    sha: sha(i),
    ref: i % 2 ? "main" : `refs/merge-requests/${88 - i}/head`,
    status,
    source: i % 2 ? "push" : "merge_request_event",
    created_at: time(i, 31),
    updated_at: time(i, 44),
    web_url: `${PROJECT}/-/pipelines/${id}`,
    before_sha: i % 2 ? sha(i + 1) : "0".repeat(40),
    tag: false,
    yaml_errors: null,
    user: pick(users, i),
    started_at: time(i, 32),
    finished_at: isRunning ? null : time(i, 44),
    committed_at: null,
    duration: isRunning ? null : 640 + i * 7,
    queued_duration: 3 + (i % 4),
    coverage: isRunning ? null : `${81 + (i % 5)}.${i % 10}0`,
    archived: false,
    detailed_status: {
      icon: `status_${status}`,
      text: label[0].toUpperCase() + label.slice(1),
      label,
      group: status,
      tooltip: label,
      has_details: true,
      details_path: `/${PATH}/-/pipelines/${id}`,
      illustration: null,
      favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
    },
  };
};

const server = new McpServer({ name: "gitlab", version: "1.0.0" });
for (const [name, description, record] of [
  ["list_issues", "Lists the issues of the project", issue],
  ["list_merge_requests", "Lists the merge requests of the project", mergeRequest],
  ["list_pipelines", "Lists the pipelines of the project", pipeline],
]) {
  const text = JSON.stringify(Array.from({ length: COUNT }, (_, i) => record(i)));
  server.registerTool(name, { description, inputSchema: {} }, async () => ({ content: [{ type: "text", text }] }));
}

await server.connect(new StdioServerTransport());
