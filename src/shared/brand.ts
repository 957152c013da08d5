import content from "#content/brand.json" with { type: "json" }

/** The brand as the academy's files have it. What its admins changed is in `ctx.brand` and `useBrand()`. */
export const filedBrand = content

export type Brand = typeof content

/** What an admin can change of the brand while the product runs. */
export type BrandChanges = Partial<
  Pick<Brand, "name" | "contactPhone" | "contactPhoneDisplay" | "contactEmail" | "orderFormUrl">
>
