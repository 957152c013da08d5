interface StructuredDataProps {
  /** Objects of schema.org. Pass `import.meta.env.SSR && …`, so that the code that makes them stays on the server. */
  data: readonly object[] | false
}

/**
 * What search engines read of a page. They read its document, so browsers keep the server's element as it is and make
 * none of their own.
 */
export function StructuredData({ data }: StructuredDataProps) {
  // A `<` could end the element.
  const __html = data ? JSON.stringify(data).replaceAll("<", "\\u003c") : ""
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: data, which browsers don't run, and which can't end the element
      dangerouslySetInnerHTML={{ __html }}
    />
  )
}
