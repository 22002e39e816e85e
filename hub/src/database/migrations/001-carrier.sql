-- What a hub stores: per organisation the sets of its roots, as they came and under their own hashes, and who may see them.
--
-- The hub works as the role credence_hub, which owns nothing here. Row-level security asks for the organisation that the transaction
-- is for; where none was set, it is an error and not everything. The owner is not filtered: it makes organisations, finds whose a token
-- is, and is the one that pg_dump runs as. On a managed service it is no superuser.

CREATE FUNCTION current_org() RETURNS uuid
  LANGUAGE sql STABLE AS $$ SELECT current_setting('credence.org')::uuid $$;

-- For every table that has a column `org`.
CREATE PROCEDURE protect(what regclass, rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', what);
  EXECUTE format('CREATE POLICY of_organisation ON %s USING (org = current_org()) WITH CHECK (org = current_org())', what);
  EXECUTE format('GRANT %s ON %s TO credence_hub', rights, what);
END $$;

CREATE TABLE organisation (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  roots_max integer NOT NULL DEFAULT 10000,
  -- Of each root.
  objects_max bigint NOT NULL DEFAULT 4000000,
  bytes_max bigint NOT NULL DEFAULT 8589934592,
  made timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE organisation ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organisation ON organisation USING (id = current_org());
GRANT SELECT ON organisation TO credence_hub;

-- `next` is the number of the next object, given out under the lock of this row. `mark` names the last put: a client that knows one
-- which is gone has met another past of this hub, and compares everything.
CREATE TABLE root (
  org uuid NOT NULL REFERENCES organisation,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  scope text,
  next bigint NOT NULL DEFAULT 1,
  objects bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  made timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, id)
);

CREATE TABLE mark (
  org uuid NOT NULL,
  root text NOT NULL,
  n bigint NOT NULL,
  mark uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (org, root, n),
  FOREIGN KEY (org, root) REFERENCES root
);

CREATE TABLE statement (
  org uuid NOT NULL,
  root text NOT NULL,
  n bigint NOT NULL,
  hash text NOT NULL,
  signer text NOT NULL,
  born text NOT NULL,
  act text NOT NULL,
  erases boolean NOT NULL,
  -- The hash of the text that it vouches for.
  names text,
  body bytea NOT NULL,
  PRIMARY KEY (org, root, hash),
  FOREIGN KEY (org, root) REFERENCES root
);
CREATE UNIQUE INDEX statement_n ON statement (org, root, n);
CREATE INDEX statement_born ON statement (org, root, born);
CREATE INDEX statement_names ON statement (org, root, names) WHERE names IS NOT NULL;

CREATE TABLE text (
  org uuid NOT NULL,
  root text NOT NULL,
  n bigint NOT NULL,
  hash text NOT NULL,
  digest text,
  bytes bytea NOT NULL,
  PRIMARY KEY (org, root, hash),
  FOREIGN KEY (org, root) REFERENCES root
);
CREATE INDEX text_digest ON text (org, root, digest);
CREATE UNIQUE INDEX text_n ON text (org, root, n);

-- Memories that a tombstone ended here: nothing about them is taken again.
CREATE TABLE ended (
  org uuid NOT NULL,
  root text NOT NULL,
  born text NOT NULL,
  by text NOT NULL,
  PRIMARY KEY (org, root, born),
  FOREIGN KEY (org, root) REFERENCES root
);

-- Cards and settings, as each machine has them.
CREATE TABLE paper (
  org uuid NOT NULL,
  root text NOT NULL,
  machine text NOT NULL,
  path text NOT NULL,
  n bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (org, root, machine, path),
  FOREIGN KEY (org, root) REFERENCES root
);

-- Whose papers may be replaced by whom: the first who sent some.
CREATE TABLE machine (
  org uuid NOT NULL,
  root text NOT NULL,
  machine text NOT NULL,
  subject uuid NOT NULL,
  PRIMARY KEY (org, root, machine),
  FOREIGN KEY (org, root) REFERENCES root
);

-- `subject` stays when a token is replaced by a new one.
CREATE TABLE token (
  org uuid NOT NULL REFERENCES organisation,
  id text NOT NULL,
  subject uuid NOT NULL,
  hash bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person', 'machine')),
  name text NOT NULL,
  scopes text[] NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  revoked timestamptz,
  PRIMARY KEY (id)
);
CREATE INDEX token_org ON token (org, subject);

-- `*` is every root of the organisation, those that do not exist yet included.
CREATE TABLE granted (
  org uuid NOT NULL REFERENCES organisation,
  subject uuid NOT NULL,
  root text NOT NULL CHECK (root = '*' OR root ~ '^[0-9a-f]{32}$'),
  may text NOT NULL CHECK (may IN ('read', 'write')),
  PRIMARY KEY (org, subject, root)
);

CREATE TABLE access_log (
  org uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  token text NOT NULL,
  root text,
  act text NOT NULL,
  outcome text NOT NULL,
  objects integer NOT NULL DEFAULT 0
);
CREATE INDEX access_log_at ON access_log (org, at);

CALL protect('root', 'SELECT, INSERT, UPDATE');
CALL protect('mark', 'SELECT, INSERT');
CALL protect('statement');
CALL protect('text');
CALL protect('ended', 'SELECT, INSERT');
CALL protect('paper');
CALL protect('machine', 'SELECT, INSERT');
CALL protect('token', 'SELECT');
CALL protect('granted', 'SELECT');
CALL protect('access_log', 'INSERT');

-- Whoever has only a token does not know its organisation yet. One row, by its whole id.
CREATE FUNCTION find_token(wanted text)
  RETURNS TABLE (org uuid, subject uuid, hash bytea, kind text, name text, scopes text[], is_over boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = credence, pg_temp AS $$
    SELECT org, subject, hash, kind, name, scopes, revoked IS NOT NULL OR expires <= now()
    FROM credence.token WHERE id = wanted
  $$;
REVOKE ALL ON FUNCTION find_token(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_token(text), current_org() TO credence_hub;
