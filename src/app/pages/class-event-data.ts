import type { ScheduledClass } from "#contract/classes.ts"
import { brand } from "#shared/brand.ts"

/** A coming class as search engines read it (schema.org Event). `image` is an address with its origin. */
export function classEventData(session: ScheduledClass, origin: string, image: string) {
  const address = `${origin}/class/${session.id}`
  const { venue_name, venue_address } = session
  const location = venue_name
    ? { "@type": "Place", name: venue_name, address: venue_address ?? venue_name }
    : { "@type": "VirtualLocation", url: address }
  return {
    "@context": "https://schema.org",
    "@type": "EducationEvent",
    "@id": address,
    url: address,
    name: session.title,
    description: session.description || session.title,
    image,
    startDate: session.starts_at.toISOString(),
    endDate: session.ends_at.toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: `https://schema.org/${venue_name ? "Offline" : "Online"}EventAttendanceMode`,
    location,
    organizer: { "@type": "Organization", name: brand.name, url: origin },
    performer: { "@type": "Person", name: session.instructor_name },
    maximumAttendeeCapacity: session.max_capacity,
    remainingAttendeeCapacity: Math.max(session.max_capacity - session.enrolled_count, 0),
  }
}
