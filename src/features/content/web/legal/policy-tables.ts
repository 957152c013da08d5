export type Membership = { months: number; discountPercent: number }
export type Pickup = { daysPerWeek: number; pricePaise: number }

/** Returns a table in Markdown; the first row is the head. */
export function tableOf(head: string[], ...rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}
