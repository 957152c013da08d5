import { expect, test } from "vitest"
import { readMsg91Reports } from "./msg91-reports.ts"

const KEY = "a key that only MSG91 was told"
const OURS = "0193f3a0-0000-7000-8000-000000000001"

function read(body: string, type = "application/json", query = `?key=${encodeURIComponent(KEY)}`) {
  const url = `https://kaksha.example/hooks/sms/msg91${query}`
  return readMsg91Reports({ url, headers: new Headers({ "content-type": type }), body }, KEY)
}

/** The state of one number, as their panel shows it. */
function state(change: object = {}) {
  return {
    ...{ date: "2026-11-20 17:06:20", amount: "0.2", clientid: "", INMSID: "0", CRQID: OURS },
    ...{
      ctCode: "900",
      number: "919845012345",
      credit: "1",
      status: "1",
      desc: "DELIVERED",
      failedReason: "",
    },
    ...change,
  }
}
function request(requestId: string, report: unknown) {
  return { senderId: "KAKSHA", requestId, report, userId: "27", campaignName: "API" }
}
const form = (posted: unknown) => new URLSearchParams({ data: JSON.stringify(posted) }).toString()

const delivered = { reference: OURS, providerId: "34a", state: "delivered", detail: "DELIVERED" }

test("ATT-07 every version of MSG91's reports is read alike", () => {
  const listed = [request("34a", [state()])]
  const flat = { ...state(), requestId: "34a", senderId: "KAKSHA" }
  const chosen = {
    requestId: "34a",
    telNum: "919845012345",
    status: "Delivered",
    CRQID: OURS,
    failureReason: "",
  }
  const FORM = "application/x-www-form-urlencoded"
  expect(read(form(listed), FORM)).toEqual([delivered])
  // With anything before it, and without the type, which a proxy may drop.
  expect(read(`event=dlr&${form(listed)}`, `${FORM}; charset=utf-8`)).toEqual([delivered])
  expect(read(form(listed), "")).toEqual([delivered])
  expect(read(JSON.stringify({ data: JSON.stringify(listed) }))).toEqual([delivered])
  expect(read(JSON.stringify(listed))).toEqual([delivered])
  expect(read(JSON.stringify(flat))).toEqual([delivered])
  expect(read(JSON.stringify(chosen))).toEqual([{ ...delivered, detail: null }])
})

test("ATT-07 codes and words say what became of a message, and the reason hides its number", () => {
  const said = (change: object) => read(JSON.stringify({ ...state(change), requestId: "34a" }))?.[0]
  for (const status of ["1", 1, "DELIVERED", "Delivered"]) expect(said({ status })?.state).toBe("delivered")
  for (const status of ["2", 9, "16", "17", "25", "Failed", "REJECTED", "Blocked", "Undelivered"]) {
    expect(said({ status })?.state, String(status)).toBe("undelivered")
  }
  for (const status of ["5", "Sent", "Submitted"]) expect(said({ status })?.state).toBe("accepted")
  const why = { status: "2", desc: "FAILED", failedReason: "919845012345 is switched off" }
  expect(said(why)?.detail).toBe("… is switched off")
  expect(said({ status: "16", desc: "x".repeat(900) })?.detail?.length).toBe(200)
})

test("ATT-07 many requests in one post are read in their order, and what can't be read leaves out nothing else", () => {
  const posted = [
    request("34a", [state({ CRQID: 0 }), state({ CRQID: null, status: "2", desc: "FAILED" })]),
    request("34b", [{ date: "2026-11-20" }, null, state()]),
    { event: "delivered", data: [{ meta: "0", description: "DELIVERED" }] },
    request("", [state()]),
    "nonsense",
    request("34c", "none"),
    request(
      "34d",
      Array.from({ length: 150 }, () => state()),
    ),
  ]
  const found = read(form(posted)) ?? []
  expect(found.map(({ providerId, reference, state }) => [providerId, reference, state]).slice(0, 3)).toEqual(
    [
      ["34a", "0", "delivered"],
      ["34a", null, "undelivered"],
      ["34b", OURS, "delivered"],
    ],
  )
  expect(found.length).toBe(153)
  for (const body of ["", "data=", "data=%7B", "{", "null", "7", "[]", '{"data":"{"}'])
    expect(read(body)).toEqual([])
})

test("ATT-07 reports without the key, or with another, are nobody's", () => {
  const body = form([request("34a", [state()])])
  for (const query of ["", "?key=", "?key=guessed", `?Key=${encodeURIComponent(KEY)}`]) {
    expect(read(body, "application/json", query)).toBeNull()
  }
  const url = "https://kaksha.example/hooks/sms/msg91?key=undefined"
  expect(readMsg91Reports({ url, headers: new Headers(), body }, undefined)).toBeNull()
})
