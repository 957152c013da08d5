-- Lines that payments of invoices had put aside before it was noted which.
UPDATE "bank_lines" AS line SET "invoice_payment_id" = p."id" FROM "invoice_payments" AS p
WHERE line."state" = 'aside' AND line."reason" = 'recorded-elsewhere' AND line."note" IS NULL
  AND p."reversed_at" IS NULL AND p."amount_paise" > 0
  AND line."utr" = ANY (regexp_split_to_array(upper(p."reference"), '[^A-Z0-9]+'));--> statement-breakpoint
-- No item may come between summing them and the trigger.
LOCK TABLE "settlement_items" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE FUNCTION sum_settlements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settlements SET net_paise = settlements.net_paise + added.net
  FROM (SELECT settlement_id, sum(credit_paise - debit_paise) AS net FROM items GROUP BY 1) AS added
  WHERE added.settlement_id = settlements.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER settlement_items_sum AFTER INSERT ON "settlement_items"
  REFERENCING NEW TABLE AS items FOR EACH STATEMENT EXECUTE FUNCTION sum_settlements();--> statement-breakpoint
UPDATE "settlements" SET "net_paise" = (
  SELECT coalesce(sum(i."credit_paise" - i."debit_paise"), 0) FROM "settlement_items" i WHERE i."settlement_id" = "settlements"."id"
);
