import { heading, link, marked, text } from "./places.ts"
import { signIn, test } from "./test.ts"

test("NAV-09 DASH-01 CLS-05 a student signs in, sees what is next, the classes by day and the attendance, and a teacher the week", async ({
  openTab,
  keepPicture,
  product,
}) => {
  await test.step("the dashboard begins with the next class and counts", async () => {
    const tab = await openTab()
    await signIn(tab, product, "asha")
    await tab.see(heading("Welcome back, Asha"))
    await tab.see(text("Enrolled Classes"))
    await tab.holds("document.documentElement.dataset.ready === 'true'")
    await keepPicture(tab, "dashboard")

    // Its links change the page in place.
    await tab.click(`//nav${link("Classes")}`)
    await tab.arrive("/live-classes")
    await tab.see(heading("All Live Classes"))
    await tab.see(marked("data-class"))
    await keepPicture(tab, "classes")
    await tab.click(`//nav${link("Attendance")}`)
    await tab.arrive("/attendance")
    await tab.see("//h1")
    await tab.open("/calendar")
    await tab.click(
      "//button[normalize-space(.)='Create my private link' or normalize-space(.)='Create a new link']",
    )
    await tab.see(text("Keep it private"))
  })

  await test.step("an instructor's week shows the classes on its days", async () => {
    const tab = await openTab()
    await signIn(tab, product, "meera")
    await tab.open("/teacher-timetable")
    await tab.see('//*[contains(@class, "timetable-class")]')
    await keepPicture(tab, "timetable")
    await tab.click("//*[self::a or self::button][@aria-label='Next week' or normalize-space(.)='Next week']")
    await tab.arrive("week=")
  })
})
