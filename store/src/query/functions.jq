# Functions of jq that the engine lacks.

def toarray: if type == "array" then . else [.] end;

def IN(stream): any(stream == .; .);
def IN(values; stream): any(values == stream; .);

def INDEX(stream; key): reduce stream as $row ({}; .[$row | key | tostring] = $row);
def INDEX(key): INDEX(.[]; key);

def @csv: map(
  if type == "string" then "\"" + (split("\"") | join("\"\"")) + "\""
  elif . == null then ""
  elif type == "number" or type == "boolean" then tojson
  else error("\(type) in a row of CSV") end
) | join(",");

def @tsv: map(
  if type == "string" then
    (split("\\") | join("\\\\")) | (split("\t") | join("\\t")) | (split("\r") | join("\\r")) | split("\n") | join("\\n")
  elif . == null then ""
  elif type == "number" or type == "boolean" then tojson
  else error("\(type) in a row of TSV") end
) | join("\t");
