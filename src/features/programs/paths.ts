/** The path of the catalogue. */
export const CATALOGUE_PATH = "/courses"

/** Returns the path of a program's own page. */
export function programPath(slug: string): string {
  return `${CATALOGUE_PATH}/${encodeURIComponent(slug)}`
}
