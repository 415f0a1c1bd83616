CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    task_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    description TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    urls TEXT NOT NULL, -- JSON: [{title, url}]
    completion_requirements TEXT NOT NULL,
    output_format TEXT NOT NULL
) STRICT;

CREATE TABLE task (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    project_id TEXT NOT NULL REFERENCES project,
    created_at TEXT NOT NULL,
    description TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    assigned_to TEXT,
    tags TEXT NOT NULL, -- JSON: [tag]
    task_type TEXT NOT NULL,
    completion_requirements TEXT NOT NULL,
    output_format TEXT NOT NULL,
    urls TEXT NOT NULL -- JSON: [{title, url}]
) STRICT;

CREATE TABLE knowledge (
    id TEXT PRIMARY KEY,
    domain TEXT NOT NULL,
    tags TEXT NOT NULL, -- JSON: [tag]
    project_id TEXT NOT NULL REFERENCES project,
    created_at TEXT NOT NULL,
    text TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    citations TEXT NOT NULL -- JSON: [text]
) STRICT;
