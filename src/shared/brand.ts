import content from "#content/brand.json" with { type: "json" }

/** The brand as the academy's files have it. */
export const filedBrand = content

/** What an admin can change of the brand while the product runs. */
export type BrandChanges = Partial<
  Pick<typeof content, "name" | "contactPhone" | "contactPhoneDisplay" | "contactEmail" | "orderFormUrl">
>

/**
 * Who the academy is: content/brand.json with what its admins changed. One for the whole process, as its academy is;
 * read it when something is rendered or written, never while a module loads.
 */
export const brand: typeof content = { ...content }

/** Takes over what admins changed; what they no longer change is the file's again. */
export function applyBrand(changes: BrandChanges): void {
  Object.assign(brand, content, changes)
}
