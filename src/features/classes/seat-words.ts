/** Returns the number of seats as text, such as "27 seats". */
export function describeSeats(seats: number, language: "en" | "hi"): string {
  const count = seats.toLocaleString("en-IN")
  if (language === "hi") return seats === 1 ? "1 सीट" : `${count} सीटें`
  return seats === 1 ? "1 seat" : `${count} seats`
}
