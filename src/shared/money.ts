const rupees = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

/** Formats integer paise with the rupee sign and Indian digit grouping: 199900 reads "₹1,999". */
export function formatPaise(paise: number): string {
  return rupees.format(paise / 100)
}
