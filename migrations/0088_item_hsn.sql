ALTER TABLE "shop_items" ADD COLUMN "hsn" text;--> statement-breakpoint
ALTER TABLE "shop_items" ADD CONSTRAINT "shop_items_hsn" CHECK ("shop_items"."hsn" ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$');