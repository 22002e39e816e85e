-- Each number is looked up by itself: one array of hundreds costs every row that is found a walk through all of them. `one` and `other`
-- are pairs that a row holds both of, a number alone beside itself, what matters most first, because `most` ends it. With `by_root` each
-- pair has its root beside it; without, a row of any of the roots counts. Nothing here is long enough to be compiled.
DROP FUNCTION match_words(integer[], integer[], integer[], integer);
CREATE FUNCTION match_words(roots integer[], one integer[], other integer[], by_root boolean, most integer, each integer)
  RETURNS SETOF bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = credence, public, pg_temp SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  IF (SELECT count(*) FROM search_root WHERE key = ANY (roots) AND org = current_org())
      < (SELECT count(DISTINCT asked) FROM unnest(roots) AS asked)
    THEN RAISE EXCEPTION 'a root of nobody' USING ERRCODE = '42501'; END IF;
  IF by_root THEN
    RETURN QUERY SELECT found.row FROM unnest(roots, one, other) AS asked (root, a, b) CROSS JOIN LATERAL
      (SELECT row FROM memory_words WHERE words @> ARRAY[a, b] AND root_key = root LIMIT each) AS found LIMIT most;
  ELSE
    RETURN QUERY SELECT found.row FROM unnest(one, other) AS asked (a, b) CROSS JOIN LATERAL
      (SELECT row FROM memory_words WHERE words @> ARRAY[a, b] AND root_key = ANY (roots) LIMIT each) AS found LIMIT most;
  END IF;
END $$;
REVOKE ALL ON FUNCTION match_words(integer[], integer[], integer[], boolean, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION match_words(integer[], integer[], integer[], boolean, integer, integer) TO credence_hub;
