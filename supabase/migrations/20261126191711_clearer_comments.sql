set local check_function_bodies = off;

COMMENT ON COLUMN "private"."own_identities"."picture_path" IS 'The object that it is stored as. If people have chosen another picture, or removed theirs, that stays.';

COMMENT ON FUNCTION "private"."brought_by"(bigint) IS 'A merge that wasn''t undone, and the merges that its post brought along.';

COMMENT ON FUNCTION "private"."hold_address"(text) IS 'Lets one transaction at a time decide which account owns an address.';

COMMENT ON FUNCTION "private"."hold_totals"() IS 'Counts changes at the end of their transaction, one transaction at a time. Otherwise, two team members who move posts in opposite directions would each hold a total that the other needs. A transaction that waits here needs nothing that another could hold.';

COMMENT ON FUNCTION "private"."keep_picture"(text, text, text) IS 'Shows a fetched picture, unless the person has chosen another one or the product has named another one in the meantime.';

COMMENT ON TABLE "private"."hidings" IS 'What is hidden, by whom and why. cause: team (by hand), block (with its author), reports (until it is reviewed), approval (before it is reviewed). body is the text of a comment, which its own row lacks as long as it is hidden.';

COMMENT ON TABLE "private"."insight_run" IS 'When the insights were last counted. No row if never.';

COMMENT ON VIEW "private"."public_posts" IS 'The public data of posts without deleted ones, in the format of webhooks and the API.';
