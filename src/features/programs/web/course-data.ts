import type { ProgramDetails } from "#contract/programs/programs.ts"
import type { Brand } from "#shared/brand.ts"
import { CATALOGUE_PATH, programPath } from "../paths.ts"
import { durationPeriod } from "../rules.ts"

const DRAWING = /^\/images\/programs\/[\w-]+\.svg$/
const RASTER = /\.(jpe?g|png|webp)$/

/** Returns the picture for link previews of a program. Few sites show vector pictures. */
export function sharePicture(image: string): string | undefined {
  if (DRAWING.test(image)) return image.replace(/svg$/, "jpg")
  return RASTER.test(image) ? image : undefined
}

/**
 * Returns a program's structured data for search engines. Rating and students are left out, because sample
 * figures must not be shown as real.
 */
export function courseData(brand: Brand, origin: string, program: ProgramDetails) {
  const address = origin + programPath(program.slug)
  const organization = { "@type": "Organization", name: brand.name, url: origin, logo: origin + brand.logo }
  const period = durationPeriod(program.duration)
  return {
    "@context": "https://schema.org",
    "@type": "Course",
    "@id": address,
    url: address,
    name: program.title,
    description: program.summary,
    image: origin + (sharePicture(program.image) ?? program.image),
    provider: organization,
    educationalLevel: program.level,
    about: program.subject,
    syllabusSections: program.outline.map((name) => ({ "@type": "Syllabus", name })),
    offers: {
      "@type": "Offer",
      category: "Paid",
      price: program.price_paise / 100,
      priceCurrency: "INR",
      availability: "https://schema.org/InStock",
      url: address,
    },
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: program.delivery === "on_premises" ? "Onsite" : "Online",
      ...(period && { courseWorkload: period }),
      instructor: { "@type": "Person", name: program.instructor, description: program.instructor_bio },
      ...(program.venue && {
        location: { "@type": "Place", name: program.venue.name, address: program.venue.address },
      }),
    },
  }
}

/** Returns the breadcrumbs from the home page to a program, for search engines. */
export function breadcrumbData(brand: Brand, origin: string, program: ProgramDetails, allPrograms: string) {
  const steps: [name: string, path: string][] = [
    [brand.name, "/"],
    [allPrograms, CATALOGUE_PATH],
    [program.title, programPath(program.slug)],
  ]
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
