CREATE TABLE "bill_counters" (
	"entity" text NOT NULL,
	"financial_year" text NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "bill_counters_entity_financial_year_series_pk" PRIMARY KEY("entity","financial_year","series")
);
--> statement-breakpoint
CREATE TABLE "bills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity" text NOT NULL,
	"financial_year" text NOT NULL,
	"series" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"corrects" uuid,
	"refund_id" uuid,
	"total_paise" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bills_kind" CHECK ("bills"."kind" in ('tax-invoice', 'bill-of-supply', 'receipt', 'credit-note')),
	CONSTRAINT "bills_number_shape" CHECK ("bills"."number" ~ '^[A-Z1-9][A-Z0-9/-]{0,15}$'),
	CONSTRAINT "bills_sequence" CHECK ("bills"."sequence" > 0),
	CONSTRAINT "bills_total" CHECK ("bills"."total_paise" > 0),
	CONSTRAINT "bills_corrects" CHECK (("bills"."kind" = 'credit-note') = ("bills"."corrects" is not null)
        and ("bills"."corrects" is null) = ("bills"."refund_id" is null))
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"valid_from" date NOT NULL,
	"name" text NOT NULL,
	"address" text[] NOT NULL,
	"state" text NOT NULL,
	"registration" text NOT NULL,
	"gstin" text,
	"prefix" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppliers_registration" CHECK ("suppliers"."registration" in ('unregistered', 'regular', 'composition', 'exempt')),
	CONSTRAINT "suppliers_gstin" CHECK ("suppliers"."registration" not in ('regular', 'composition') or "suppliers"."gstin" is not null),
	CONSTRAINT "suppliers_prefix" CHECK ("suppliers"."prefix" ~ '^[A-Z][A-Z0-9]{0,2}$')
);
--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_corrects_bills_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_consecutive" ON "bills" USING btree ("entity","financial_year","series","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_number" ON "bills" USING btree ("entity","number");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_credited_once" ON "bills" USING btree ("refund_id","corrects");--> statement-breakpoint
CREATE INDEX "bills_of_order" ON "bills" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "bills_corrected" ON "bills" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "suppliers_in_turn" ON "suppliers" USING btree ("valid_from","created_at");--> statement-breakpoint
-- Who sold and what was billed is only added to: a bill is corrected by a credit note, a supplier by another row.
CREATE FUNCTION refuse_bill_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'bills are append-only: % of % refused', lower(TG_OP), TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER bills_append_only BEFORE UPDATE OR DELETE ON "bills"
  FOR EACH ROW EXECUTE FUNCTION refuse_bill_change();--> statement-breakpoint
CREATE TRIGGER bills_not_emptied BEFORE TRUNCATE ON "bills"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_bill_change();--> statement-breakpoint
CREATE TRIGGER suppliers_append_only BEFORE UPDATE OR DELETE ON "suppliers"
  FOR EACH ROW EXECUTE FUNCTION refuse_bill_change();--> statement-breakpoint
CREATE TRIGGER suppliers_not_emptied BEFORE TRUNCATE ON "suppliers"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_bill_change();--> statement-breakpoint
-- A number that was given is never given again.
CREATE FUNCTION check_bill_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.last <= OLD.last OR
    (NEW.entity, NEW.financial_year, NEW.series) <> (OLD.entity, OLD.financial_year, OLD.series) THEN
    RAISE EXCEPTION 'the numbers of bills only count up: % of % refused', lower(TG_OP), OLD.series;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER bill_counters_count_up BEFORE UPDATE OR DELETE ON "bill_counters"
  FOR EACH ROW EXECUTE FUNCTION check_bill_counter();--> statement-breakpoint
CREATE TRIGGER bill_counters_not_emptied BEFORE TRUNCATE ON "bill_counters"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_bill_change();
