import { createMemoryRouter, redirect } from "react-router"
import { expect, test } from "vitest"
import { askForReload } from "./live-reload.ts"
import { inOrder, isUnderWay, watchRouter } from "./router-watch.ts"

/** Pages whose loaders wait until they are released. */
function openPages() {
  const held: (() => void)[] = []
  const loader = () =>
    new Promise<string>((resolve) => {
      held.push(() => resolve("loaded"))
    })
  const router = createMemoryRouter(
    [
      { id: "root", path: "/" },
      { id: "list", path: "/list", loader, action: loader },
      { id: "class", path: "/class", loader },
      {
        path: "/broken",
        loader: () => {
          throw new Error("it fails")
        },
        ErrorBoundary: () => null,
      },
    ],
    { instrumentations: [watchRouter] },
  )
  const goOn = () => {
    for (const go of held.splice(0)) go()
  }
  return { router, goOn }
}

test("ROOM-04 a page that is on its way is known at the click, until it has come", async () => {
  const { router, goOn } = openPages()
  expect(isUnderWay()).toBe(false)
  const coming = router.navigate("/list")
  expect(isUnderWay()).toBe(true)
  await expect.poll(() => router.state.navigation.state).toBe("loading")
  goOn()
  await coming
  expect(router.state.location.pathname).toBe("/list")
  expect(isUnderWay()).toBe(false)
})

test("ROOM-04 one that was overtaken by another, or that fails, is on its way no more", async () => {
  const { router, goOn } = openPages()
  const overtaken = router.navigate("/list")
  const coming = router.navigate("/class")
  await expect.poll(() => router.state.navigation.location?.pathname).toBe("/class")
  goOn()
  await Promise.all([overtaken, coming])
  expect(router.state.location.pathname).toBe("/class")
  expect(isUnderWay()).toBe(false)
  await router.navigate("/broken")
  expect(router.state.errors).not.toBeNull()
  expect(isUnderWay()).toBe(false)
})

test("ROOM-04 a form in the background counts until it is answered and the page has loaded after it", async () => {
  const { router, goOn } = openPages()
  const posting = router.fetch("end", "root", "/list", { formMethod: "POST", formData: new FormData() })
  expect(isUnderWay()).toBe(true)
  await expect.poll(() => router.state.fetchers.get("end")?.state).toBe("submitting")
  goOn()
  await posting
  expect(isUnderWay()).toBe(false)
})

test("ROOM-04 nobody reloads where no page is drawn", () => {
  const told: boolean[] = []
  askForReload((mayReload) => {
    told.push(mayReload)
    return mayReload
  })
  expect(told).toEqual([false])
})

/** Answers a form in the background while the list, which the page had begun to load anew, is still on its way. */
async function postDuringReload(answer: Response | null) {
  let stored = "old"
  let waits = false
  let arrive = () => {}
  let answered = () => {}
  const posted = new Promise<void>((resolve) => {
    answered = resolve
  })
  const list = async () => {
    const read = stored
    if (!waits) return read
    waits = false
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return read
  }
  const start = () => {
    stored = "new"
    answered()
    return answer
  }
  const router = createMemoryRouter([
    {
      path: "/",
      middleware: [inOrder],
      children: [
        { id: "list", index: true, loader: list, action: start },
        { path: "class", loader: () => null },
      ],
    },
  ])
  await expect.poll(() => router.state.initialized).toBe(true)
  waits = true
  const reload = router.revalidate()
  await expect.poll(() => waits).toBe(false)
  const posting = router.fetch("start", "list", "/?index", { formMethod: "POST", formData: new FormData() })
  await posted
  await new Promise((resolve) => setTimeout(resolve))
  arrive()
  await Promise.all([reload, posting])
  return router
}

test("ROOM-04 a form that leads elsewhere has an address of its own, although the page was loading anew", async () => {
  const router = await postDuringReload(redirect("/class"))
  expect(router.state.location.pathname).toBe("/class")
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe("/")
  await router.navigate(1)
  expect(router.state.location.pathname).toBe("/class")
})

test("NAV-10 what a form has changed stays, although an earlier load ends after it", async () => {
  const router = await postDuringReload(null)
  expect(router.state.loaderData.list).toBe("new")
})
