import { createContext, use } from "react"
import type { Brand } from "#shared/brand.ts"
import type { Matches } from "./language.ts"

/**
 * Who the academy is. The document provides it from the root loader, and the entries for a document without that
 * data, as after an action that failed.
 */
export const BrandContext = createContext<Brand | null>(null)

/** Returns the brand of the page, or `loaded` where the caller has newer data. Throws outside of the document. */
export function useBrand(loaded?: Brand): Brand {
  const brand = loaded ?? use(BrandContext)
  if (!brand) throw new Error("no brand was provided")
  return brand
}

/** Returns the brand for a page's `meta`, from the root loader's data. */
export function brandOf([root]: Matches): Brand {
  return (root as { loaderData: { brand: Brand } }).loaderData.brand
}
