// Replaces the original file of this name. The browsers allow media to play without a user's click, so a scripted click is enough.
"use strict"
window.test_driver_internal.in_automation = true
window.test_driver_internal.click = (element) => {
  element.click()
  return Promise.resolve()
}
