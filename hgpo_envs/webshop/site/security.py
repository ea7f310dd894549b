"""What a browser may do with the site's pages, and the plain pages that refuse a request."""

from typing import TYPE_CHECKING

from flask import Response, render_template
from werkzeug.exceptions import HTTPException

if TYPE_CHECKING:
    from flask import Flask

POLICY = (
    "default-src 'none'; style-src 'self'; img-src {images}; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""No script at all, nothing from elsewhere, forms only to the site, no framing."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

TOLD = {
    400: "This address can't be read.",
    404: "There is no such page.",
    405: "This page is opened in another way.",
    413: "That is more than the shop takes.",
    414: "This address is too long.",
}
"""What is said of a refusal that brings no words of its own."""


def protect(app: "Flask", *, record_images: bool) -> None:
    """Let every answer carry the headers, and every refusal be a plain page."""
    policy = POLICY.format(images="'self' https: http:" if record_images else "'self'")

    def with_headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = policy
        for name, value in HEADERS.items():
            response.headers[name] = value
        if response.mimetype == "text/html":
            response.headers["Cache-Control"] = "no-store"
        return response

    def refusal(error: HTTPException) -> tuple[str, int]:
        code = error.code or 500
        is_own = error.description != type(error).description
        told = error.description if is_own else TOLD.get(code, "The shop can't answer this.")
        return render_template("refusal.html.j2", code=code, told=told), code

    app.after_request(with_headers)
    app.register_error_handler(HTTPException, refusal)
