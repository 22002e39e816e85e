-- Papers are in the quota of their root, and a machine's name goes to whoever brings what the machine signed.
UPDATE root SET objects = objects + of_root.count, bytes = root.bytes + of_root.size FROM (
  SELECT org, root, count(*) AS count, sum(octet_length(bytes)) AS size FROM paper GROUP BY org, root) AS of_root
WHERE of_root.org = root.org AND of_root.root = root.id;
GRANT UPDATE ON machine TO credence_hub;
CREATE INDEX machine_subject ON machine (org, subject);
