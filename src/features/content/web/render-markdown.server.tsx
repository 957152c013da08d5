import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import Markdown, { type Components } from "react-markdown"
import remarkGfm from "remark-gfm"

export type Heading = { id: string; text: string }

/**
 * Renders Markdown, including tables, as HTML, and lists its second-level headings, which get ids to link to.
 * HTML inside the text is dropped.
 */
export function renderMarkdown(text: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const components: Components = {
    // The page's title is its only first-level heading.
    h1: ({ children }) => <h2>{children}</h2>,
    h2: ({ children }) => {
      const heading = { id: slugOf(textOf(children)), text: textOf(children) }
      headings.push(heading)
      return <h2 id={heading.id}>{children}</h2>
    },
    img: ({ src, alt }) => <img src={src} alt={alt ?? ""} loading="lazy" decoding="async" />,
    // A scrolling block must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
    th: ({ children, style }) => (
      <th scope="col" style={style}>
        {children}
      </th>
    ),
  }
  const html = renderToStaticMarkup(
    <Markdown components={components} remarkPlugins={[remarkGfm]}>
      {text}
    </Markdown>,
  )
  return { html, headings }
}

function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node)
  if (Array.isArray(node)) return node.map(textOf).join("")
  if (node && typeof node === "object" && "props" in node) {
    return textOf((node.props as { children?: ReactNode }).children)
  }
  return ""
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]|[^\p{L}\p{M}\p{N}\s-]/gu, "")
    .trim()
    .replace(/[\s-]+/g, "-")
}
