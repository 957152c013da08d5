-- The language of messages is the account's. Who chose Hindi for notices alone gets it for all.
UPDATE "users" SET "language" = 'hi' FROM "notice_preferences"
WHERE "notice_preferences"."user_id" = "users"."id" AND "notice_preferences"."language" = 'hi' AND "users"."language" <> 'hi';
