CREATE TABLE "office_staff" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"day" date NOT NULL,
	"text" text,
	"amount_paise" bigint NOT NULL,
	"utr" text,
	"why" text NOT NULL,
	"hint_order_id" uuid,
	"state" text NOT NULL,
	"order_id" uuid,
	"settlement_id" uuid,
	"reason" text,
	"note" text,
	"imported_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "bank_lines_state" CHECK ("bank_lines"."state" in ('open', 'matched', 'aside')),
	CONSTRAINT "bank_lines_amount" CHECK ("bank_lines"."amount_paise" > 0),
	CONSTRAINT "bank_lines_decided_when" CHECK (("bank_lines"."state" = 'open') = ("bank_lines"."decided_at" is null)),
	CONSTRAINT "bank_lines_matched" CHECK (num_nonnulls("bank_lines"."order_id", "bank_lines"."settlement_id") = case "bank_lines"."state" when 'matched' then 1 else 0 end),
	CONSTRAINT "bank_lines_aside" CHECK (("bank_lines"."state" = 'aside') = ("bank_lines"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"settlement_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"type" text NOT NULL,
	"entity_id" text NOT NULL,
	"provider_order_id" text,
	"payment_id" uuid,
	"refund_id" uuid,
	"amount_paise" bigint NOT NULL,
	"credit_paise" bigint NOT NULL,
	"debit_paise" bigint NOT NULL,
	"fee_paise" bigint NOT NULL,
	"tax_paise" bigint NOT NULL,
	"booked_paise" bigint NOT NULL,
	"why" text,
	CONSTRAINT "settlement_items_subject" CHECK (num_nonnulls("settlement_items"."payment_id", "settlement_items"."refund_id") <= 1),
	CONSTRAINT "settlement_items_booked" CHECK ("settlement_items"."booked_paise" = 0 or ("settlement_items"."booked_paise" > 0 and "settlement_items"."payment_id" is not null)
      or ("settlement_items"."booked_paise" < 0 and "settlement_items"."refund_id" is not null)),
	CONSTRAINT "settlement_items_why" CHECK ("settlement_items"."why" is not null or "settlement_items"."booked_paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "settlement_readings" (
	"provider" text PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_settlement_id" text NOT NULL,
	"utr" text,
	"settled_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_staff" ADD CONSTRAINT "office_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_hint_order_id_orders_id_fk" FOREIGN KEY ("hint_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_once" ON "bank_lines" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "bank_lines_open" ON "bank_lines" USING btree ("imported_at","id") WHERE "bank_lines"."state" = 'open';--> statement-breakpoint
CREATE INDEX "bank_lines_decided" ON "bank_lines" USING btree ("decided_at","id") WHERE "bank_lines"."state" <> 'open';--> statement-breakpoint
CREATE INDEX "bank_lines_open_utr" ON "bank_lines" USING btree ("utr") WHERE "bank_lines"."state" = 'open' and "bank_lines"."utr" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_of_settlement" ON "bank_lines" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "bank_lines_of_order" ON "bank_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "bank_lines_hint" ON "bank_lines" USING btree ("hint_order_id");--> statement-breakpoint
CREATE INDEX "bank_lines_decided_by" ON "bank_lines" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_items_once" ON "settlement_items" USING btree ("settlement_id","type","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_items_of_payment" ON "settlement_items" USING btree ("payment_id") WHERE "settlement_items"."booked_paise" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_items_of_refund" ON "settlement_items" USING btree ("refund_id") WHERE "settlement_items"."booked_paise" < 0;--> statement-breakpoint
CREATE INDEX "settlement_items_payments" ON "settlement_items" USING btree ("payment_id") WHERE "settlement_items"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "settlement_items_refunds" ON "settlement_items" USING btree ("refund_id") WHERE "settlement_items"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "settlement_items_unmatched" ON "settlement_items" USING btree ("settlement_id") WHERE "settlement_items"."why" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_once" ON "settlements" USING btree ("provider","provider_settlement_id");--> statement-breakpoint
CREATE INDEX "settlements_newest" ON "settlements" USING btree ("settled_at","id");--> statement-breakpoint
CREATE INDEX "settlements_of_utr" ON "settlements" USING btree ("utr") WHERE "settlements"."utr" is not null;