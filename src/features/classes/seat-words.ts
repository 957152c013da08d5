/** Returns the number of seats as text, such as "27 seats". */
export function describeSeats(seats: number): string {
  return seats === 1 ? "1 seat" : `${seats.toLocaleString("en-IN")} seats`
}
