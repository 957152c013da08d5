import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Brand } from "#shared/brand.ts"
import { classPath } from "../../addresses.ts"
import { isFull } from "../../rules.ts"

/**
 * Returns a class as schema.org's Event, for search engines and link previews. Contains nothing about its
 * students.
 */
export function classEvent(brand: Brand, origin: string, scheduledClass: ScheduledClass) {
  const url = origin + classPath(scheduledClass.id)
  const onPremises = scheduledClass.delivery === "on_premises"
  return {
    "@context": "https://schema.org",
    "@type": "EducationEvent",
    name: scheduledClass.title,
    ...(scheduledClass.description && { description: scheduledClass.description }),
    url,
    startDate: scheduledClass.starts_at.toISOString(),
    endDate: scheduledClass.ends_at.toISOString(),
    eventStatus: `https://schema.org/Event${scheduledClass.status === "cancelled" ? "Cancelled" : "Scheduled"}`,
    eventAttendanceMode: `https://schema.org/${onPremises ? "Offline" : "Online"}EventAttendanceMode`,
    location: onPremises
      ? {
          "@type": "Place",
          name: scheduledClass.venue_name,
          address: scheduledClass.venue_address ?? scheduledClass.venue_name,
        }
      : { "@type": "VirtualLocation", url },
    organizer: { "@type": "EducationalOrganization", name: brand.name, url: origin },
    performer: { "@type": "Person", name: scheduledClass.instructor_name },
    maximumAttendeeCapacity: scheduledClass.max_capacity,
    ...(scheduledClass.class_type === "demo" && {
      isAccessibleForFree: true,
      offers: {
        "@type": "Offer",
        url,
        price: "0",
        priceCurrency: "INR",
        availability: `https://schema.org/${isFull(scheduledClass) ? "SoldOut" : "InStock"}`,
      },
    }),
  }
}
