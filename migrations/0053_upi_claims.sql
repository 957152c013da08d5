CREATE TABLE "upi_statement_columns" (
	"headings" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upi_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"utr" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"amount_paise" bigint,
	"claimed_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "upi_claims_state" CHECK ("upi_claims"."state" in ('waiting', 'approved', 'declined')),
	CONSTRAINT "upi_claims_decided_when" CHECK (("upi_claims"."state" = 'waiting') = ("upi_claims"."decided_at" is null)),
	CONSTRAINT "upi_claims_declined" CHECK (("upi_claims"."state" = 'declined') = ("upi_claims"."reason" is not null)),
	CONSTRAINT "upi_claims_amount" CHECK (("upi_claims"."state" = 'approved') = ("upi_claims"."amount_paise" is not null))
);
--> statement-breakpoint
ALTER TABLE "upi_claims" ADD CONSTRAINT "upi_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "upi_claims_once" ON "upi_claims" USING btree ("utr") WHERE "upi_claims"."state" <> 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX "upi_claims_one_waits" ON "upi_claims" USING btree ("order_id") WHERE "upi_claims"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "upi_claims_of_order" ON "upi_claims" USING btree ("order_id","claimed_at");--> statement-breakpoint
CREATE INDEX "upi_claims_waiting" ON "upi_claims" USING btree ("claimed_at") WHERE "upi_claims"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "upi_claims_decided" ON "upi_claims" USING btree ("decided_at") WHERE "upi_claims"."state" <> 'waiting';