/** The texts of the catalogue's own page in English. */
export const catalogueText = {
  title: "Explore Our Professional Programs",
  metaTitle: "Courses and programs",
  lead: "School subjects, sport, music, fitness, the arts and martial arts, taught by professionals.",
  quickFilters: "Quick filters",
  filterPrograms: "Filter Programs",
  filtersActive: "filters are active",
  clearAll: "Clear all",
  apply: "Apply filters",
  search: "Search",
  searchPlaceholder: "Search programs, instructors or subjects",
  sort: "Sort by",
  service: "Service",
  curriculum: "Curriculum",
  grade: "Grade",
  subject: "Subject",
  delivery: "Taught",
  found: (count: number) =>
    `${count > 10_000 ? "10,000+" : count.toLocaleString("en-IN")} ${count === 1 ? "Program" : "Programs"} Found`,
  filteredBy: "Filtered by",
  remove: (label: string) => `Remove filter: ${label}`,
  emptyTitle: "No programs found",
  emptyText: "Try adjusting your search criteria or browse all available programs",
  more: "Load more programs",
  fromStart: "Back to the first programs",
  nearTitle: "Close matches",
  nearText: "These don't match your search exactly and aren't counted above.",
}

export type CatalogueText = typeof catalogueText
