// In the place of the file of this name. Browsers are started so that media may play without a click, so that a click of a script will do.
"use strict"
window.test_driver_internal.in_automation = true
window.test_driver_internal.click = (element) => {
  element.click()
  return Promise.resolve()
}
