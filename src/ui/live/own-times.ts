/**
 * Fills in when something starts in the browser's own zone, where that reads differently. For lines that the server
 * wrote: only browsers know their zone.
 */
export function showOwnTimes(): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-own-time][data-starts]")) {
    const { ownTime = "", starts = "", wall } = line.dataset
    const at = new Date(starts)
    const { day, time } = wallHere(at)
    if (`${day} ${time}` === wall) continue
    const isOtherDay = !wall?.startsWith(day)
    const said = new Intl.DateTimeFormat(document.documentElement.lang, {
      ...(isOtherDay && { weekday: "short", day: "numeric", month: "short" }),
      ...{ hour: "numeric", minute: "2-digit", hour12: true },
    })
    line.textContent = ownTime.replace("{}", said.format(at))
    line.hidden = false
  }
}

const two = (value: number) => String(value).padStart(2, "0")

/** The date YYYY-MM-DD and time HH:MM of an instant by this browser's clock. Costs far less than a format for its zone. */
export function wallHere(at: Date): { day: string; time: string } {
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}
