-- What waits for staff or for another try is sent by the job that looks at its link first.
UPDATE "notices" SET "via" = 'attendance.send-notice' WHERE "kind" = 'absence' AND "via" IS NULL AND "status" IN ('queued', 'held', 'failed', 'unknown');
