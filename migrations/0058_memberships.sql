ALTER TABLE "orders" ADD COLUMN "months" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "renews" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "monthly_fee_paise" integer;--> statement-breakpoint
CREATE INDEX "enrollments_ending" ON "enrollments" USING btree ("valid_until","id") WHERE "enrollments"."valid_until" is not null and "enrollments"."status" = 'active';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_term" CHECK (num_nulls("orders"."months", "orders"."starts_on", "orders"."ends_on") in (0, 3) and "orders"."starts_on" <= "orders"."ends_on");--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_monthly_fee" CHECK ("programs"."monthly_fee_paise" > 0);