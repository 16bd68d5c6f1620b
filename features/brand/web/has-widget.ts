import { ownWidgetPath } from '#features/feedback/own-widget.ts'
import type { CheckedBrand } from '../rules.ts'

/** It comes with the portal: whose it is needs not be shown first. */
export const isOwn = ({ feedbackWidget }: CheckedBrand) => feedbackWidget === ownWidgetPath

/** A third party's is loaded once the laboratory has a logo; the portal's own form needs none. */
export const hasWidget = (brand: CheckedBrand) => isOwn(brand) || Boolean(brand.feedbackWidget && brand.companyLogo)
