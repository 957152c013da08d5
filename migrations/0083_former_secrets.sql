CREATE TABLE "product_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"sealed" text
);
