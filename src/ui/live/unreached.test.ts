import {
  type ActionFunction,
  createMemoryRouter,
  createStaticHandler,
  data,
  type ErrorResponse,
  isRouteErrorResponse,
  type LoaderFunction,
  type MiddlewareFunction,
} from "react-router"
import { beforeEach, expect, test } from "vitest"
import { en } from "../messages/en.ts"
import { provideMessages } from "../messages/use-messages.ts"
import { currentToasts, notify } from "../notify.ts"
import { keepPage, rememberPage } from "./unreached.ts"

provideMessages(en)

/** The framework's error for a refusing response. */
async function refusal(status: number, body: unknown): Promise<ErrorResponse> {
  const handler = createStaticHandler([
    {
      path: "/",
      loader: () => {
        throw data(body, { status })
      },
    },
  ])
  const context = await handler.query(new Request("http://kaksha.example/"))
  if (context instanceof Response) throw new Error("a page was expected")
  const [error] = Object.values(context.errors ?? {})
  if (!isRouteErrorResponse(error)) throw new Error("a refusal was expected")
  return error
}

/** A class's page and a list, whose loaders and action ask a server that can be cut off. */
async function openPage() {
  const server = { failure: null as unknown, asked: 0 }
  const ask: LoaderFunction = ({ request }) => {
    server.asked += 1
    if (server.failure) throw server.failure
    return `${request.method} ${server.asked}`
  }
  // As the framework passes on what actions return and throw.
  const post: ActionFunction = (args) => {
    try {
      return data(ask(args, undefined))
    } catch (failure) {
      throw data(failure)
    }
  }
  const router = createMemoryRouter(
    [
      {
        id: "root",
        middleware: [keepPage as MiddlewareFunction],
        ErrorBoundary: () => null,
        children: [
          { id: "class", path: "/class", loader: ask, action: post },
          { id: "list", path: "/list", loader: ask },
        ],
      },
    ],
    { initialEntries: ["/class?tab=chat"] },
  )
  await expect.poll(() => router.state.initialized).toBe(true)
  remember()
  function remember() {
    const { location, matches, loaderData } = router.state
    rememberPage(
      location.pathname + location.search,
      matches.map(({ route }) => ({ id: route.id, loaderData: loaderData[route.id] })),
    )
  }
  return { router, server, remember }
}

const idle = (router: ReturnType<typeof createMemoryRouter>) =>
  expect.poll(() => [router.state.navigation.state, router.state.revalidation]).toEqual(["idle", "idle"])

// Test files that ran before in the same process may have left some.
beforeEach(() => {
  for (const { id } of currentToasts()) notify.dismiss(id)
})

test("ROOM-04 a page that is loaded anew without a connection stays as it was, and is fresh once there is one", async () => {
  const { router, server } = await openPage()
  server.failure = new TypeError("Failed to fetch")
  await router.revalidate()
  expect(router.state.errors).toBeNull()
  expect(router.state.loaderData.class).toBe("GET 1")
  expect(currentToasts()).toEqual([])
  server.failure = null
  await router.revalidate()
  expect(router.state.loaderData.class).toBe("GET 3")
})

test("REC-03 who wants to go elsewhere without a connection stays, and is told why", async () => {
  const { router, server, remember } = await openPage()
  server.failure = new TypeError("Load failed")
  // As Safari throws it.
  delete (server.failure as Error).stack
  await router.navigate("/list")
  await idle(router)
  expect(router.state.location).toMatchObject({ pathname: "/class", search: "?tab=chat" })
  expect(router.state.errors).toBeNull()
  expect(router.state.loaderData.class).toBe("GET 1")
  expect(currentToasts().map(({ title }) => title)).toEqual([en.errors.unreachedTitle])
  server.failure = null
  await router.navigate("/list")
  remember()
  expect(router.state.loaderData.list).toBe("GET 4")
})

test("ROOM-04 what is posted without a connection answers with a toast in place of an error screen", async () => {
  const { router, server } = await openPage()
  server.failure = new TypeError("NetworkError when attempting to fetch resource.")
  const formData = new FormData()
  await router.navigate("/class?tab=chat", { formMethod: "POST", formData })
  await idle(router)
  expect(router.state.errors).toBeNull()
  expect(router.state.loaderData.class).toBe("GET 1")
  expect(router.state.actionData?.class).toMatchObject({ done: false, form: null })
  expect(currentToasts().map(({ title }) => title)).toEqual([en.errors.unreachedTitle])

  const answers: unknown[] = []
  router.subscribe(({ fetchers }) => {
    const answer = fetchers.get("end")?.data
    if (answer) answers.push(answer)
  })
  await router.fetch("end", "root", "/class?tab=chat", { formMethod: "POST", formData })
  expect(answers[0]).toMatchObject({ done: false })
  expect(router.state.errors).toBeNull()
})

test("OPS-04 what is too large to send is told by a toast, and what was typed stays", async () => {
  const { router, server } = await openPage()
  server.failure = await refusal(413, '{"code":"PAYLOAD_TOO_LARGE"}')
  await router.navigate("/class?tab=chat", { formMethod: "POST", formData: new FormData() })
  await idle(router)
  expect(router.state.errors).toBeNull()
  expect(router.state.actionData?.class).toMatchObject({ done: false, form: null })
  expect(currentToasts().map(({ title }) => title)).toEqual([en.errors.tooLargeTitle])
})

test.each([
  ["a proxy that finds nobody behind it", await refusal(502, "<h1>Bad Gateway</h1>"), null],
  ["our own refusal", await refusal(503, { failure: "Failed to fetch classes" }), 503],
  ["a fault of the page", new TypeError("Cannot read properties of undefined"), "fault"],
])("ROOM-04 %s, met while a page is loaded anew", async (_who, failure, shown) => {
  const { router, server } = await openPage()
  server.failure = failure
  await router.revalidate()
  const error = router.state.errors && Object.values(router.state.errors)[0]
  if (shown === null) expect(error).toBeNull()
  else if (shown === "fault") expect(error).toBe(failure)
  else expect(error).toMatchObject({ status: shown })
})

test("CLS-05 a form whose answer can't be read keeps the page, and a page that can't be loaded tells so", async () => {
  const failures = [
    // The framework's error when a proxy or a broken process responds with its own text.
    new Error("Unable to decode turbo-stream response"),
    await refusal(500, "Internal Server Error"),
  ]
  for (const failure of failures) {
    const { router, server } = await openPage()
    server.failure = failure
    await router.navigate("/class?tab=chat", { formMethod: "POST", formData: new FormData() })
    await idle(router)
    expect(router.state.errors).toBeNull()
    expect(router.state.loaderData.class).toBe("GET 1")
    expect(router.state.actionData?.class).toMatchObject({ done: false, form: null })
    expect(currentToasts().map(({ title }) => title)).toEqual([en.errors.unreadTitle])
    for (const { id } of currentToasts()) notify.dismiss(id)
    await router.navigate("/list")
    await idle(router)
    expect(router.state.errors).not.toBeNull()
  }
})
