-- Whose key signed it, as the statement says in its canonical form: what is of a key that no policy names has a share.
ALTER TABLE statement ADD COLUMN key text;
UPDATE statement SET key = substring(convert_from(body, 'UTF8') FROM '"key":"([A-Za-z0-9_-]+)"');
CREATE INDEX statement_key ON statement (org, root, key);
