// What a page offers to assistive programs, for the tests: controls with role, name and state.
window.farhavenTest ??= (() => {
  const WHAT = 'button, a[href], input, select, textarea, [role=button], [role=radio], [role=tab]'
  let controls = []

  const scope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const box = (el) => (el.labels?.[0] ?? el).getBoundingClientRect()
  const can = (el) => !el.disabled && el.getAttribute('aria-disabled') !== 'true' && !el.closest('[inert]')
  const on = (el) => el.checked === true || ['pressed', 'checked', 'selected'].some((what) => el.getAttribute(`aria-${what}`) === 'true')
  const shown = (el) => (el.labels?.[0] ?? el).checkVisibility({ visibilityProperty: true })
  const tabbable = (el) => el.tabIndex >= 0 && !el.disabled && !el.closest('[inert]') && shown(el) && (el.type !== 'radio' || stop(el) === el)

  const ROLES = { A: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox' }
  const role = (el) => el.getAttribute('role') ?? (el.tagName === 'INPUT' ? el.type : ROLES[el.tagName])

  /** What is read out of an element's content. */
  function text(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === 'true' || !node.checkVisibility()) return ''
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(text).join(' ')
  }
  const content = (el) => [...el.childNodes].map(text).join(' ')
  const called = (el) => el?.getAttribute('aria-label') ?? document.getElementById(el?.getAttribute('aria-labelledby'))?.textContent ?? ''
  const tidy = (words) => words.replace(/\s+/g, ' ').trim()
  const name = (el) => tidy(called(el) || (el.labels?.[0] ? text(el.labels[0]) : content(el)))

  /** Where Tab stops for a control that is reached with arrow keys from there. */
  function stop(el) {
    if (el.type === 'radio') {
      const group = [...document.getElementsByName(el.name)].filter((one) => !one.disabled)
      return group.find((one) => one.checked) ?? group[0]
    }
    for (let up = el; up; up = up.parentElement) {
      const found = [up, ...up.querySelectorAll(WHAT)].find((one) => one.tabIndex >= 0 && role(one) === role(el))
      if (found && (found === el || el.tabIndex < 0)) return found
    }
    return el
  }

  /** Where a press hits the control as it is now, or null. */
  function spot(el) {
    const { top, bottom, left, right } = box(el)
    for (const v of [0.5, 0.3, 0.7, 0.15, 0.85])
      for (const h of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const [x, y] = [left + (right - left) * h, top + (bottom - top) * v]
        const hit = document.elementFromPoint(x, y)
        if (hit && ((el.labels?.[0] ?? el).contains(hit) || el.contains(hit))) return [x, y]
      }
    return null
  }

  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

  return {
    async look() {
      await frame()
      controls = [...scope().querySelectorAll(WHAT)].filter((el) => can(el) && !el.closest('#app > header') && shown(el))
      return {
        title: document.title,
        said: [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map((el) => tidy(el.textContent)).filter(Boolean),
        dialog: scope() === document.body ? null : tidy(called(scope())),
        controls: controls.map((el, index) => ({
          index,
          role: role(el),
          name: name(el),
          group: called(el.closest('[role=group]')),
          on: on(el),
        })),
      }
    },

    /** A point at which a press reaches the control, scrolled to where it must be. */
    where(index) {
      const el = controls[index]
      const found = spot(el)
      if (found) return found
      ;(el.labels?.[0] ?? el).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const again = spot(el)
      if (again) return again
      if (!el.closest('svg')) throw new Error(`covered: ${role(el)} “${name(el)}”`)
      // Boards take a press for the nearest of what may be chosen, whatever lies on top.
      const { top, bottom, left, right } = box(el)
      return [(left + right) / 2, (top + bottom) / 2]
    },

    /** How many presses of Tab (backwards if negative) lead to where the control is reached. */
    steps(index) {
      const order = [...scope().querySelectorAll('*')].filter(tabbable)
      const from = order.indexOf(document.activeElement)
      const to = order.indexOf(stop(controls[index]))
      return { by: to - from, all: order.length, known: from >= 0 && to >= 0 }
    },
    atStop: (index) => document.activeElement === stop(controls[index]),
    /** Which way a group's control lies from the one in focus, right and down; null if it has it. */
    heading(index) {
      if (document.activeElement === controls[index]) return null
      const [from, to] = [document.activeElement.getBoundingClientRect(), controls[index].getBoundingClientRect()]
      return [(to.left + to.right - from.left - from.right) / 2, (to.top + to.bottom - from.top - from.bottom) / 2]
    },
    tell: (el) => `${role(el)} “${name(el)}”`,
  }
})()
