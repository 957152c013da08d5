import { defineConfig } from "@playwright/test"

/** Two of them at once take several times as long as one after the other. */
const WITH_VIDEO = /(live-class|recordings|recordings-full|room|room-tools|mishaps)\.spec\.ts$/
/** They count pictures of a tab that nobody sees, or wait for minutes; others that encode pictures disturb them. */
const ALONE = /recordings-(hidden|cut)\.spec\.ts$/

/** Journeys in the system's Chromium, on the production build, against the real video server. */
export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker has products of its own, on free ports; CPU is what bounds them.
  workers: 2,
  projects: [
    { name: "video", testMatch: WITH_VIDEO, workers: 1 },
    { name: "pages", testIgnore: [WITH_VIDEO, ALONE] },
    // With nothing beside it: `npm run test:faults`.
    ...(process.env.FAULTS ? [{ name: "alone", testMatch: ALONE, workers: 1 }] : []),
  ],
  // Real pictures on a loaded machine: a journey that needs its second try is named as flaky in the report.
  retries: 1,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "retain-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
        "--allow-loopback-in-peer-connection",
      ],
    },
  },
})
