import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { Link } from "./link.tsx"
import { SentStaticContext } from "./visitor/sent-static.ts"

test("NAV-07 a link of a page without React is a plain one, which no router has to resolve", () => {
  const link = (
    <Link to="/orders?page=2" reloadDocument prefetch="intent" className="back">
      Orders
    </Link>
  )
  expect(renderToStaticMarkup(<SentStaticContext value>{link}</SentStaticContext>)).toBe(
    '<a class="back" href="/orders?page=2">Orders</a>',
  )
  expect(renderToStaticMarkup(<MemoryRouter>{link}</MemoryRouter>)).toContain('href="/orders?page=2"')
})

test("NAV-07 a link that names only a query keeps the page's path", () => {
  const link = <Link to="?page=2">More</Link>
  const shown = renderToStaticMarkup(
    <MemoryRouter initialEntries={["/orders"]}>
      <SentStaticContext value>{link}</SentStaticContext>
    </MemoryRouter>,
  )
  expect(shown).toContain('href="/orders?page=2"')
})
