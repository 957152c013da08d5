ALTER TABLE "scheduled_classes" ADD COLUMN "cancel_code" text;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_cancel_code" CHECK ("scheduled_classes"."cancel_code" in ('not_held', 'given_back'));--> statement-breakpoint
UPDATE "scheduled_classes" SET "cancel_code" = known.code, "cancel_reason" = NULL
FROM (VALUES
  ('not held', 'not_held'),
  ('the student gave the time back', 'given_back')
) AS known (sentence, code)
WHERE "scheduled_classes"."status" = 'cancelled' AND "scheduled_classes"."cancel_reason" = known.sentence;
