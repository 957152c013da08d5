CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"note" text,
	"ends_enrolment" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "refund_requests_state" CHECK ("refund_requests"."state" in ('waiting', 'approved', 'declined')),
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount_paise" > 0),
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."state" = 'waiting') = ("refund_requests"."decided_at" is null)),
	CONSTRAINT "refund_requests_second" CHECK ("refund_requests"."state" <> 'approved' or "refund_requests"."asked_by" <> "refund_requests"."decided_by")
);
--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_waits" ON "refund_requests" USING btree ("order_id") WHERE "refund_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "refund_requests_of_order" ON "refund_requests" USING btree ("order_id","asked_at");--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("asked_at") WHERE "refund_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "refund_requests_asked_by" ON "refund_requests" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "refund_requests_decided_by" ON "refund_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "ledger_journals_of_kind" ON "ledger_journals" USING btree ("kind","effective_at","id");--> statement-breakpoint
CREATE INDEX "bills_of_day" ON "bills" USING btree ("issued_on","id");