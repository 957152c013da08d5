ALTER TABLE "settlements" ADD COLUMN "net_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "settlements_of_amount" ON "settlements" USING btree ("net_paise");--> statement-breakpoint
UPDATE "settlements" SET "net_paise" = i."net"
FROM (SELECT "settlement_id", sum("credit_paise" - "debit_paise") AS "net" FROM "settlement_items" GROUP BY 1) AS i
WHERE i."settlement_id" = "settlements"."id";
