import { beforeEach, expect, test } from "vitest"
import { currentToasts, notify, subscribeToToasts } from "./notify.ts"

beforeEach(() => {
  for (const { id } of currentToasts()) notify.dismiss(id)
})

test("D10 a failure is a destructive toast that keeps its title and description", () => {
  notify.error("Enrollment Failed", "There was an error enrolling in the course. Please try again.")
  expect(currentToasts()).toMatchObject([
    {
      tone: "error",
      title: "Enrollment Failed",
      description: "There was an error enrolling in the course. Please try again.",
    },
  ])
})

test("D9 the same news twice, as from a double click, is one toast", () => {
  notify.success("Success", "Successfully enrolled in the class!")
  notify.success("Success", "Successfully enrolled in the class!")
  notify.success("Success", "Class deleted successfully")
  expect(currentToasts().map((toast) => toast.description)).toEqual([
    "Successfully enrolled in the class!",
    "Class deleted successfully",
  ])
})

test("D10 what was mended and sent again leaves no refusal beside its success, but other errors stand", () => {
  const answer = { answer: true }
  notify.error("Missing Information", "Enter a title.", answer)
  notify.error("No sound", "Your microphone is blocked.")
  notify.success("Link copied")
  expect(currentToasts()).toHaveLength(3)
  notify.success("Success", "Course created", answer)
  expect(currentToasts().map(({ title }) => title)).toEqual(["No sound", "Link copied", "Success"])
})

test("D10 no more than four toasts stand at once, and the newest are kept", () => {
  for (const title of ["1", "2", "3", "4", "5"]) notify.info(title)
  expect(currentToasts().map((toast) => toast.title)).toEqual(["2", "3", "4", "5"])
})

test("D10 listeners hear of each toast and of its leaving, until they stop listening", () => {
  let changes = 0
  const stop = subscribeToToasts(() => {
    changes += 1
  })
  const id = notify.success("Saved")
  notify.dismiss(id)
  expect(changes).toBe(2)
  stop()
  notify.success("Saved again")
  expect(changes).toBe(2)
})
