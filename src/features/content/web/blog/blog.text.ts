/** The texts of the blog in English. */
export const blogText = {
  title: "Blog",
  heading: "Notes from our teachers",
  lead: "How to prepare for a paper, choose a path, or help a child who is stuck, by people who teach every week.",
  meta: (brand: string) =>
    `Articles by ${brand} teachers: exam tips, study guides, career advice, curriculum updates and success stories.`,
  searchLabel: "Search articles",
  searchExample: "Title or topic",
  search: "Search",
  categories: "Categories",
  featured: "Featured",
  more: "More articles",
  found: (count: number) => `${count} ${count === 1 ? "article" : "articles"}`,
  foundFor: (search: string) => ` for “${search}”`,
  foundIn: (category: string) => ` in ${category}`,
  foundTagged: (tag: string) => ` about ${tag}`,
  clear: "Show all articles",
  noneTitle: "No articles found",
  noneText: "Try other words or another category.",
  loadMore: "Load More",
  shown: (shown: number, all: number) => `${shown} of ${all} shown`,
  tags: "Popular tags",
  feedTitle: (brand: string) => `${brand} Blog`,
  feed: "Follow by RSS",
  feedText: "Get new articles in your reader, without an account.",
  minutes: (count: number) => `${count} min read`,
  by: (author: string) => `By ${author}`,
  back: "All articles",
  related: "Read next",
  filed: "Tags",
  inEnglish: "In English",
  allInEnglish: "",
}

/** The hue of each category, named after the service with the same hue. */
export const categoryHues: Record<string, string> = {
  "exam-tips": "Academics",
  "study-guides": "Sports",
  "career-advice": "Art & Culture",
  "curriculum-updates": "Martial Arts",
  "success-stories": "Music",
}
