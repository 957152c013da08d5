import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Brand } from "#shared/brand.ts"

/** A coming class as search engines read it (schema.org Event). `image` is an address with its origin. */
export function classEventData(brand: Brand, origin: string, scheduledClass: ScheduledClass, image: string) {
  const address = `${origin}/class/${scheduledClass.id}`
  const { venue_name, venue_address } = scheduledClass
  const location = venue_name
    ? { "@type": "Place", name: venue_name, address: venue_address ?? venue_name }
    : { "@type": "VirtualLocation", url: address }
  return {
    "@context": "https://schema.org",
    "@type": "EducationEvent",
    "@id": address,
    url: address,
    name: scheduledClass.title,
    description: scheduledClass.description || scheduledClass.title,
    image,
    startDate: scheduledClass.starts_at.toISOString(),
    endDate: scheduledClass.ends_at.toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: `https://schema.org/${venue_name ? "Offline" : "Online"}EventAttendanceMode`,
    location,
    organizer: { "@type": "Organization", name: brand.name, url: origin },
    performer: { "@type": "Person", name: scheduledClass.instructor_name },
    maximumAttendeeCapacity: scheduledClass.max_capacity,
    remainingAttendeeCapacity: Math.max(scheduledClass.max_capacity - scheduledClass.enrolled_count, 0),
  }
}
