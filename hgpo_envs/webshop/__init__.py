"""Text WebShop: a shop with up to millions of products, as text, as HTML and as a real site."""
