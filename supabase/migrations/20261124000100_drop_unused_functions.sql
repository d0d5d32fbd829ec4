set local check_function_bodies = off;

DROP FUNCTION "public"."admin_posts_count"(jsonb);

DROP FUNCTION "public"."own_votes"(bigint[]);
