/** Who the academy is (content/brand.json). */
export interface Brand {
  name: string
  tagline: string
  /** BCP 47 tag of the tagline's language. */
  taglineLanguage: string
  contactPhone: string
  contactPhoneDisplay: string
  contactEmail: string
  location: { line: string; city: string; state: string; postalCode: string; country: string }
  socials: readonly { name: string; url: string }[]
}
