const INR = { style: "currency", currency: "INR" } as const
const rupees = new Intl.NumberFormat("en-IN", { ...INR, maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat("en-IN", { ...INR, minimumFractionDigits: 2 })

/**
 * Formats integer paise with the rupee sign and Indian digit grouping: 199900 reads "₹1,999", 50050 "₹500.50", -100 "−₹1".
 */
export function formatPaise(paise: number): string {
  // The sign of a minus, as it is beside amounts that are taken off, and not a hyphen.
  return (paise % 100 === 0 ? rupees : exact).format(paise / 100).replace("-", "−")
}
