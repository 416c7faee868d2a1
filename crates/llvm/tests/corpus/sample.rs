//! What rustc makes of this file is in sample.rustc.ll; see README.md.
pub enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Named(String),
}

pub fn area(shape: &Shape) -> Option<f64> {
    match shape {
        Shape::Circle(r) => Some(3.25 * r * r),
        Shape::Rect { w, h } => Some(w * h),
        Shape::Named(_) => None,
    }
}

pub fn rename(shape: &mut Shape, name: &str) {
    if let Shape::Named(old) = shape {
        *old = name.to_owned();
    }
}

pub fn sum(values: &[u32]) -> u32 {
    values.iter().map(|value| value / 3).sum()
}
