import type { ScheduledClass } from "#contract/classes.ts"
import { brand } from "#shared/brand.ts"
import { isFull } from "../rules.ts"
import { classPath } from "./class-links.ts"

/** A class as schema.org's Event, for search engines and sharers. Nothing of who is in it. */
export function classEvent(session: ScheduledClass, origin: string) {
  const url = origin + classPath(session.id)
  const onPremises = session.delivery === "on_premises"
  return {
    "@context": "https://schema.org",
    "@type": "EducationEvent",
    name: session.title,
    ...(session.description && { description: session.description }),
    url,
    startDate: session.starts_at.toISOString(),
    endDate: session.ends_at.toISOString(),
    eventStatus: `https://schema.org/Event${session.status === "cancelled" ? "Cancelled" : "Scheduled"}`,
    eventAttendanceMode: `https://schema.org/${onPremises ? "Offline" : "Online"}EventAttendanceMode`,
    location: onPremises
      ? { "@type": "Place", name: session.venue_name, address: session.venue_address ?? session.venue_name }
      : { "@type": "VirtualLocation", url },
    organizer: { "@type": "EducationalOrganization", name: brand.name, url: origin },
    performer: { "@type": "Person", name: session.instructor_name },
    maximumAttendeeCapacity: session.max_capacity,
    ...(session.class_type === "demo" && {
      isAccessibleForFree: true,
      offers: {
        "@type": "Offer",
        url,
        price: "0",
        priceCurrency: "INR",
        availability: `https://schema.org/${isFull(session) ? "SoldOut" : "InStock"}`,
      },
    }),
  }
}
