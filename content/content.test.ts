import { existsSync, readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { PALETTES, paletteOf } from "../scripts/illustrations/palette.ts"
import { PROGRAM_SCENES } from "../scripts/illustrations/programs.ts"
import { drawScene } from "../scripts/illustrations/scene.ts"
import { seeded } from "../scripts/illustrations/shapes.ts"
import { drawTeacher } from "../scripts/illustrations/teachers.ts"
import { slugOf } from "../src/features/programs/rules.ts"
import brand from "./brand.json" with { type: "json" }
import lists from "./option-lists.json" with { type: "json" }
import policies from "./policies.json" with { type: "json" }
import programs from "./programs.json" with { type: "json" }
import team from "./team.json" with { type: "json" }
import testimonials from "./testimonials.json" with { type: "json" }

const values = (options: { value: string }[]) => options.map((option) => option.value)
const words = (text: string) => text.trim().split(/\s+/).length
const imageFile = (path: string) => new URL(`./public${path}`, import.meta.url)

type Filter = { subject?: string; curriculum?: string; service?: string }
function found(filter: Filter) {
  return programs.filter((program) => {
    const { subject = program.subject, curriculum = program.curriculum, service = program.service } = filter
    return program.subject === subject && program.curriculum === curriculum && program.service === service
  })
}

test("CAT-01 there are 47 programs with unique slugs, titles and instructors' words", () => {
  expect(programs).toHaveLength(47)
  for (const pick of ["slug", "title", "description", "summary", "instructorBio", "image", "alt"] as const) {
    expect(new Set(programs.map((program) => program[pick])).size, pick).toBe(47)
  }
})

test("CAT-01 every service has programs, Academics about twenty", () => {
  for (const service of values(lists.services)) expect(found({ service }).length, service).toBeGreaterThan(2)
  expect(found({ service: "Academics" }).length).toBeGreaterThanOrEqual(18)
})

test.each(programs)("CAT-01 $slug keeps the field rules of a program", (program) => {
  expect(program.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(values(lists.levels)).toContain(program.level)
  expect(values(lists.services)).toContain(program.service)
  expect(values(lists.programCurricula)).toContain(program.curriculum)
  expect(program.grade).toMatch(/^(All|([1-9]|1[0-2])(-([1-9]|1[0-2]))?)$/)
  const [low = 0, high = 12] = program.grade.split("-").map(Number)
  if (program.grade.includes("-")) expect(low).toBeLessThan(high)
  expect(program.duration).toMatch(/^[1-9]\d* (hour|day|week|month)s?$/)
  expect(program.rating).toBeGreaterThanOrEqual(4.2)
  expect(program.rating).toBeLessThanOrEqual(4.9)
  expect(Number.isInteger(program.students) && program.students > 0).toBe(true)
  expect(program.sampleFigures).toBe(true)
  expect(words(program.description)).toBeGreaterThanOrEqual(120)
  expect(words(program.description)).toBeLessThanOrEqual(200)
  expect(program.summary.match(/[.!?](\s|$)/g)).toHaveLength(2)
  expect(program.outline.length).toBeGreaterThanOrEqual(5)
  expect(program.outline.length).toBeLessThanOrEqual(8)
})

test("CAT-01 D7 prices are whole rupees in paise and span 1,999 to 15,999", () => {
  const prices = programs.map((program) => program.pricePaise)
  expect(Math.min(...prices)).toBe(policies.programs.priceMinPaise)
  expect(Math.max(...prices)).toBe(policies.programs.priceMaxPaise)
  expect(prices.every((price) => Number.isInteger(price) && price % 100 === 0)).toBe(true)
})

test("CAT-09 each program says how it is delivered, and only those on premises name a venue", () => {
  for (const program of programs) {
    expect(values(lists.deliveries)).toContain(program.delivery)
    expect(Boolean(program.venue?.name && program.venue.address), program.slug).toBe(
      program.delivery === "on_premises",
    )
  }
  for (const delivery of values(lists.deliveries)) {
    expect(programs.some((program) => program.delivery === delivery)).toBe(true)
  }
})

test("CAT-01 every picture named in the content ships with the product", () => {
  const named = [...programs, ...team, ...lists.services].map((entry) => entry.image)
  for (const path of [...named, brand.logo, brand.favicon, "/images/hero.svg"]) {
    expect(existsSync(imageFile(path)), path).toBe(true)
  }
  for (const empty of ["classes", "programs", "recordings", "requests"]) {
    expect(existsSync(imageFile(`/images/empty/no-${empty}.svg`)), empty).toBe(true)
  }
})

test("CAT-01 program pictures are those their descriptions draw, light and without text", () => {
  const drawn = readdirSync(imageFile("/images/programs")).filter((name) => name.endsWith(".svg"))
  expect(drawn).toHaveLength(47)
  for (const { slug, service, image } of programs) {
    const scene = PROGRAM_SCENES[slug]
    const picture = readFileSync(imageFile(image), "utf8")
    expect(scene && drawScene(scene, PALETTES[service] ?? paletteOf("#000000"), seeded(slug)), slug).toBe(
      picture,
    )
    expect(picture.length, slug).toBeLessThan(6000)
    expect(picture).not.toMatch(/<text|role=/)
  }
})

test("NAV-05 every footer subject finds programs", () => {
  expect(lists.footerSubjects.map((subject) => subject.label)).toEqual([
    "Mathematics",
    "Science",
    "English",
    "Social Studies",
    "NEET Preparation",
  ])
  for (const { label, filter } of lists.footerSubjects) expect(found(filter).length, label).toBeGreaterThan(0)
})

test("CONT-03 the kit page's fifteen programs are named as specified and each finds programs", () => {
  const specified =
    "Art & Craft, Dance, Swimming, Chess, Guitar, Keyboard, Drums, Football, Entrepreneur Skills, French, Martial Arts, German, Horse Riding, Handwriting, Young Learners Program"
  expect(lists.kitActivities.map((activity) => activity.label)).toEqual(specified.split(", "))
  for (const { label, filter } of lists.kitActivities) expect(found(filter).length, label).toBeGreaterThan(0)
})

test("DATA-02 every selector offers the specification's list for its form", () => {
  const specified: [{ value: string }[], string][] = [
    [lists.services, "Academics,Sports,Music,Fitness,Art & Culture,Martial Arts"],
    [lists.serviceFilter, "all,Academics,Sports,Music,Fitness,Art & Culture,Martial Arts"],
    [lists.levels, "Beginner,Intermediate,Advanced"],
    [lists.programCurricula, "CBSE,ICSE,JEE,NEET,General"],
    [lists.catalogueCurricula, "all,CBSE,ICSE,IB,IGCSE,STATE,NEET,JEE"],
    [lists.liveClassesCurricula, "all,CBSE,ICSE,NEET,JEE"],
    [lists.registrationCurricula, "CBSE,ICSE,IB,IGCSE,STATE,PUC,NEET,JEE,CAT,CET,IPMAT,CUET"],
    [lists.scheduleCurricula, "CBSE,ICSE,IB,IGCSE,STATE,PUC,NEET,JEE,CAT,CET,IPMAT,CUET"],
    [lists.signUpPortalCurricula, "CBSE,ICSE,NEET,JEE,IB,IGCSE,STATE,PUC"],
    [lists.liveManagementCurricula, "CBSE,ICSE,IB,IGCSE"],
    [lists.adminCurricula, "CBSE,ICSE,NEET"],
    [lists.grades, "1,2,3,4,5,6,7,8,9,10,11,12"],
    [lists.gradeFilter, "all,1,2,3,4,5,6,7,8,9,10,11,12"],
    [lists.adminGrades, "9,10,11,12"],
    [lists.scheduleScreenSubjects, "mathematics,physics,chemistry,biology,english,hindi,history,geography"],
    [lists.dialogSubjects, "Mathematics,Physics,Chemistry,Biology,English,Hindi,Kannada,French"],
    [lists.catalogueSort, "default,rating,students,price-low,price-high,duration"],
    [lists.blogCategories, "all,exam-tips,study-guides,career-advice,curriculum-updates,success-stories"],
  ]
  for (const [list, expected] of specified) expect(values(list).join()).toBe(expected)
})

test("DATA-02 grades show as Class 1 to Class 12, NEET and JEE with 'Preparation' on forms", () => {
  for (const { value, label } of lists.grades) expect(label).toBe(`Class ${value}`)
  for (const list of [lists.registrationCurricula, lists.scheduleCurricula, lists.signUpPortalCurricula]) {
    const label = (value: string) => list.find((option) => option.value === value)?.label
    expect(label("NEET")).toBe("NEET Preparation")
    expect(label("JEE")).toBe("JEE Preparation")
  }
})

test("CAT-02 the five quick filters stand for their services", () => {
  expect(lists.quickFilters.map(({ label, service }) => `${label} = ${service}`)).toEqual([
    "Academic Excellence = Academics",
    "Sports Training = Sports",
    "Musical Arts = Music",
    "Fitness Programs = Fitness",
    "Creative Arts = Art & Culture",
  ])
})

test("PAY-02 the policy figures are the specification's", () => {
  const discounts = policies.memberships.map(({ months, discountPercent }) => `${months}:${discountPercent}`)
  expect(discounts.join()).toBe("1:0,3:5,4:7,6:10,8:12,10:15")
  const pickup = policies.doorPickup.plans.map(
    ({ daysPerWeek, pricePaise }) => `${daysPerWeek}:${pricePaise}`,
  )
  expect(pickup.join()).toBe("5:100000,3:80000,2:60000")
  expect(policies.doorPickup.childAgeBelowYears).toBe(10)
  expect(policies.earlyPaymentPoints).toEqual({ valuePaise: 10000, payBeforeDayOfMonth: 1 })
  expect(policies.referral.creditPaise).toBe(50000)
  expect(policies.welcomeKit.pricePaise).toBe(100000)
  expect(policies.uniform).toEqual({ pricePaise: 80000, deliveryDays: 20, kitPageDeliveryWorkingDays: 20 })
  expect(policies.refund.noneAfterDaysFromStart).toBe(15)
  expect(policies.medicalAdjustment).toEqual({ maxClasses: 2, proofRequired: true })
  expect(policies.progression.monthlyAttendancePercent).toBe(90)
  expect(policies.trial.freeClassesPerNewActivity).toBe(1)
  expect([policies.classRollover, policies.payment.cashAccepted, policies.payment.payBeforeUse]).toEqual([
    false,
    false,
    true,
  ])
  expect(policies.support).toEqual({
    opensAt: "10:00",
    closesAt: "20:00",
    callBackMinMinutes: 10,
    callBackMaxMinutes: 360,
  })
})

test("HOME-04 four testimonials rate 5 and are marked as samples", () => {
  expect(testimonials).toHaveLength(4)
  for (const testimonial of testimonials) {
    expect(testimonial.rating).toBe(policies.testimonialRating)
    expect(testimonial.sample).toBe(true)
    for (const field of ["name", "grade", "board", "subject", "content", "school"] as const) {
      expect(testimonial[field]).not.toBe("")
    }
  }
})

test("CONT-04 the team has six members, each with name, role, bio and picture", () => {
  expect(team).toHaveLength(6)
  for (const { name, role, bio } of team)
    expect(Math.min(name.length, role.length, bio.length)).toBeGreaterThan(5)
})

test("D11 HOME-01 the brand is complete and its tagline is the French one", () => {
  expect(brand.name).toBe("Kaksha")
  expect(brand.tagline).toBe("La fierté de l’excellence")
  expect(brand.timeZone).toBe("Asia/Kolkata")
  expect(brand.contactPhone).toMatch(/^\+91\d{10}$/)
  expect(brand.contactPhoneDisplay.replaceAll(" ", "")).toBe(brand.contactPhone)
  expect(brand.contactEmail).toBe("hello@kaksha.example")
  for (const url of [brand.orderFormUrl, ...brand.socials.map((social) => social.url)]) {
    expect(new URL(url).protocol).toBe("https:")
  }
})

test.each(programs)("CAT-09 the teacher of $slug has a picture, as it is drawn", ({ instructor }) => {
  const file = imageFile(`/images/teachers/${slugOf(instructor)}.svg`)
  expect(readFileSync(file, "utf8")).toBe(drawTeacher(instructor))
})
