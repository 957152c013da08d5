/** Where all programs are. */
export const CATALOGUE_PATH = "/courses"

/** The address of a program's own page. */
export function programPath(slug: string): string {
  return `${CATALOGUE_PATH}/${encodeURIComponent(slug)}`
}
